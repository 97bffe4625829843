import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StepContext } from 'heddle/steps'

/** Step functions for tests of what becomes of a step whose run was cancelled. They leave files in the folder that they are given. */

type Given = StepContext & { readonly with: { readonly folder: string; readonly blocksFirst?: boolean } }

const say = ({ folder }: Given['with'], word: string) => writeFileSync(join(folder, word), '')

/** Hears of it, puts its things in order, and gives a result that nobody wants any more. */
export async function inOrder(_state: unknown, { with: given, signal }: Given) {
  if (given.blocksFirst && !existsSync(join(given.folder, 'blocked'))) {
    say(given, 'blocked')
    // Not for ever: on a machine that stood still it may have been lost twice before it was called, and is waited for patiently now.
    for (const end = performance.now() + 5_000; performance.now() < end; );
  }
  const heard = new Promise((resolve) => signal.addEventListener('abort', resolve))
  say(given, 'begun')
  await heard
  await pause(50)
  say(given, 'left in order')
  return { late: true }
}

/** Has no ear for it, and comes to its end when it is told to. */
export async function takingNoNotice(_state: unknown, { with: given }: Given) {
  say(given, 'begun')
  while (!existsSync(join(given.folder, 'go on'))) await pause(5)
  say(given, 'ended')
  return { late: true }
}

export function blocking(_state: unknown, { with: given }: Given) {
  say(given, 'begun')
  for (;;);
}
