import { setTimeout as sleep } from 'node:timers/promises'

/** Looks now and then; for what is not being measured. */
export async function until(what: string, condition: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`)
    await sleep(20)
  }
}
