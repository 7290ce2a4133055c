// What stands before the rest of the page is loaded: the frame, and the tree of a session's files.
import { Ossuary } from "@ossuary/core";
import { Collection } from "./document/collection";
import { Shell } from "./shell/shell";
import type { Signal } from "./shell/signal";
import { makeTheme, type Theme } from "./shell/theme";
import { TreeView } from "./tree/tree_view";

export interface Begun {
    readonly ossuary: Promise<Ossuary>; // may still be starting
    readonly theme: Signal<Theme>;
    readonly tree: TreeView;
    readonly shell: Shell;
    readonly collection: Collection;
}

export function begin(host: HTMLElement): Begun {
    const ossuary = Ossuary.start();
    ossuary.catch(() => {}); // whoever asks for it is told
    const theme = makeTheme(null);
    const tree = new TreeView();
    const shell = new Shell(tree.element);
    host.append(shell.element);
    return { ossuary, theme, tree, shell, collection: new Collection(ossuary) };
}
