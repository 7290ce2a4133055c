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

by_find_package() {
    rm -rf "$work/cmake"
    cmake -S "$root/tests/house/consumer" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$1" &&
        ninja -C "$work/cmake" && "$work/cmake/consumer" && "$work/cmake/room"
}

by_pkg_config() {
    local flags
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$1" -name ossuary.pc)") pkg-config --cflags --libs ossuary) || return 1
    # shellcheck disable=SC2086
    g++ -std=c++20 "$root/tests/house/consumer/main.cpp" $flags -o "$work/by_pkg_config" && "$work/by_pkg_config"
}

has_everything() {
    local file missing=0
    for file in bin/ossuary share/man/man1/ossuary.1 share/bash-completion/completions/ossuary \
        share/zsh/site-functions/_ossuary share/fish/vendor_completions.d/ossuary.fish include/ossuary/model/model.h; do
        [[ -s $1/$file ]] || { echo "$file is missing" && missing=1; }
    done
    return "$missing"
}

attempt "installs" cmake --install "$root/build/release" --prefix "$work/first"
attempt "installs command, man page, completions and headers" has_everything "$work/first"
attempt "installed files name no path of the build" free_of_build_paths "$work/first"
attempt "the installed command runs" "$work/first/bin/ossuary" --version
attempt "a consumer by find_package" by_find_package "$work/first"
attempt "a consumer by pkg-config" by_pkg_config "$work/first"
mv "$work/first" "$work/elsewhere"
attempt "a consumer by find_package after a move" by_find_package "$work/elsewhere"
attempt "a consumer by pkg-config after a move" by_pkg_config "$work/elsewhere"
exit $status
