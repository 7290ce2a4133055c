// Where in a file something is, in the words of the command: `byte 0x1a4`, `line 12, column 3`, and the field.
import { OssuaryError, type Diagnostic, type Entry, type Place } from "@ossuary/core";

export function placeText({ line, column, offset, field }: Place): string {
    const parts: string[] = [];
    if (line !== undefined) parts.push(column === undefined ? `line ${line}` : `line ${line}, column ${column}`);
    else if (offset !== undefined) parts.push(`byte 0x${offset.toString(16)}`);
    if (field !== undefined && field !== "") parts.push(field);
    return parts.join(" · ");
}

export interface Fault {
    readonly file: string;
    readonly place: string;
    readonly message: string;
}

// `fallback`: the file where the error names none.
export function faultOf(error: unknown, fallback: string): Fault {
    if (error instanceof OssuaryError)
        return { file: error.place.file ?? fallback, place: placeText(error.place), message: error.message };
    return { file: fallback, place: "", message: error instanceof Error ? error.message : String(error) };
}

// Why there is nothing in an archive.
export function errorOf({ faults }: Entry): Diagnostic | undefined {
    return faults?.find(({ severity }) => severity === "error");
}
