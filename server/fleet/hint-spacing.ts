/** As many processes hear each other's hints at the least spacing. */
const PROCESSES_AT_LEAST_SPACING = 4

/** Processes of the installation, as this process has seen them last; itself included. */
let processes = 1
let areEqual = true

/** `equal`: all of them have the version of this process. */
export function noteProcesses(count: number, equal = true): void {
  processes = Math.max(count, 1)
  areEqual = equal
}

/**
 * Milliseconds between two hints of a topic. Every process hears every hint, so their number would grow with the square of
 * the installation's size: with more processes, each sends fewer.
 */
export const hintSpacingMs = (leastMs: number): number => leastMs * Math.ceil(processes / PROCESSES_AT_LEAST_SPACING)

/** Whether every engine listens on its own channel. An engine of another version may know the common channels only. */
export const mayAddress = (): boolean => areEqual
