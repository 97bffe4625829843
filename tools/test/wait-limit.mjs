// The one limit of everything that tests wait for: an event, an element, a
// process that starts. It ends what hangs and is no measure of speed: the
// longest wait of a quiet machine is a tenth of it, so a machine that is several
// times slower passes, too.
export const WAIT_LIMIT_MS = 300_000

/** A whole test, which is a sequence of waits. */
export const TEST_LIMIT_MS = 6 * WAIT_LIMIT_MS
