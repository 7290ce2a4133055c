#!/usr/bin/env bash
# Installs build/release into an empty prefix and uses it from there: by find_package, by pkg-config, as a command; then
# once more after the prefix was moved. Prints `ok NAME` or `FAIL NAME: why`; exit status 1 if one failed.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

attempt() {
    local name=$1
    shift
    if "$@" >"$work/output" 2>&1; then
        echo "ok $name"
    else
        status=1
        echo "FAIL $name: $*"
        cat "$work/output"
    fi
}

free_of_build_paths() {
    ! grep -rIlF -e "$root" "$1" --include='*.cmake' --include='*.pc' --include='*.h' --include='*.1'
}

# The C++ program of the README, for a file that the installed command made.
readme_program() {
    python3 - "$root/README.md" >"$work/readme.cpp" <<'PYTHON'
import re, sys
programs = re.findall(r"^```cpp example[^\n]*\n(.*?)^```$", open(sys.argv[1], encoding="utf-8").read(), re.MULTILINE | re.DOTALL)
print(next(code for code in programs if "int main(" in code), end="")
PYTHON
    [[ $(grep -c '[^[:space:]]' "$work/readme.cpp") -le 20 ]] || { echo "the program has more than 20 lines" && return 1; }
    "$work/first/bin/ossuary" demo -o "$work/ossian" --no-view
}

skins_the_hero() {
    "$1" "$work/ossian/hero.glb" run
}

by_find_package() {
    rm -rf "$work/cmake"
    cmake -S "$root/tests/house/consumer" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$1" \
        -DREADME_PROGRAM="$work/readme.cpp" &&
        ninja -C "$work/cmake" && "$work/cmake/consumer" && "$work/cmake/room" && skins_the_hero "$work/cmake/readme"
}

by_pkg_config() {
    local flags
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$1" -name ossuary.pc)") pkg-config --cflags --libs ossuary) || return 1
    # shellcheck disable=SC2086
    g++ -std=c++20 "$root/tests/house/consumer/main.cpp" $flags -o "$work/by_pkg_config" && "$work/by_pkg_config" || return 1
    # shellcheck disable=SC2086
    g++ -std=c++20 "$work/readme.cpp" $flags -o "$work/readme" && skins_the_hero "$work/readme"
}

# Position-independent, its tables read-only once it runs, with guarded stacks, checked calls of libc and marked targets
# of indirect jumps.
is_hardened() {
    local facts word
    facts=$(readelf -hldW --dyn-syms "$1" && objdump -d --disassemble=main "$1")
    for word in 'Position-Independent' GNU_RELRO 'Flags: NOW' __stack_chk_fail _chk@ endbr64; do
        [[ $facts == *"$word"* ]] || { echo "not found: $word" && return 1; }
    done
}

has_everything() {
    local file missing=0
    for file in bin/ossuary share/man/man1/ossuary.1 share/bash-completion/completions/ossuary \
        share/zsh/site-functions/_ossuary share/fish/vendor_completions.d/ossuary.fish include/ossuary/ossuary.h include/ossuary/model/model.h; do
        [[ -s $1/$file ]] || { echo "$file is missing" && missing=1; }
    done
    return "$missing"
}

attempt "installs" cmake --install "$root/build/release" --prefix "$work/first"
attempt "installs command, man page, completions and headers" has_everything "$work/first"
attempt "installed files name no path of the build" free_of_build_paths "$work/first"
attempt "the installed command runs" "$work/first/bin/ossuary" --version
attempt "the installed command is hardened" is_hardened "$work/first/bin/ossuary"
attempt "the program of the README has at most 20 lines, and a demo to open" readme_program
attempt "a consumer by find_package" by_find_package "$work/first"
attempt "a consumer by pkg-config" by_pkg_config "$work/first"
mv "$work/first" "$work/elsewhere"
attempt "a consumer by find_package after a move" by_find_package "$work/elsewhere"
attempt "a consumer by pkg-config after a move" by_pkg_config "$work/elsewhere"
exit $status
