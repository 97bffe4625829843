import { setTimeout as sleep } from 'node:timers/promises'

/** Looks now and then. What is measured by it is looked at more often: it seems to take until the next look. */
export async function until(
  what: string,
  condition: () => Promise<boolean>,
  withinMs = 60_000,
  everyMs = 20,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`)
    await sleep(everyMs)
  }
}
