import { appendFile } from 'node:fs/promises'
import { ApplicationFailure, activityInfo, heartbeat } from 'heddle/activity'

/** Activities of the workflows of this folder. */

export async function fetchUser(id: number): Promise<{ readonly id: number; readonly name: string }> {
  return { id, name: `user ${id}` }
}

export async function add(a: number, b: number): Promise<number> {
  return a + b
}

/** Fails twice, then returns the number of its attempt. */
export async function flaky(): Promise<number> {
  const { attempt } = activityInfo()
  if (attempt < 3) throw new Error(`attempt ${attempt} failed`)
  return attempt
}

export async function refuse(): Promise<never> {
  throw new ApplicationFailure('The card was refused.', { type: 'CardRefused', retryable: false })
}

/** Writes a line into the file. */
export async function note(file: string, text: string): Promise<void> {
  await appendFile(file, `${text}\n`)
}

/** Takes longer than a silence may last, and says that it is alive. */
export async function beats(): Promise<string> {
  for (let beat = 0; beat < 20; beat++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    heartbeat()
  }
  return 'beats'
}

export async function isSilent(): Promise<never> {
  return await new Promise(() => undefined)
}

/** Works until its call is cancelled; notes its beginning and its end in the file. */
export async function long(file: string): Promise<never> {
  await appendFile(file, 'begun\n')
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      heartbeat({ isAlive: true })
    }
  } catch (error) {
    await appendFile(file, `${(error as Error).name}\n`)
    throw error
  }
}
