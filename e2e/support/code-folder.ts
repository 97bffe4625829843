import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const activities = `
export async function fetchUser(id: number): Promise<{ name: string }> {
  return { name: \`user \${id}\` }
}
export async function charge(amount: number): Promise<string> {
  if (amount > 100) throw new Error('The card was refused.')
  return \`charged \${amount}\`
}
export async function mail(to: string): Promise<void> {}
`

const workflows = `
import {
  ApplicationFailure, CancellationScope, condition, defineQuery, defineSignal, defineUpdate, defineWorkflow,
  isCancellation, milestone, proxyActivities, setHandler, sleep,
} from 'heddle/workflow'

export const onMessage = defineSignal<[string]>('on_message')
export const status = defineQuery<{ received: number }>('status')
export const replace = defineUpdate<number, [string[]]>('replace_messages')
const { fetchUser, charge, mail } = proxyActivities<typeof import('./activities.ts')>()

export const messages = defineWorkflow(
  { type: 'Messages', input_schema: { type: 'object', properties: { id: { type: 'number' } } } },
  async ({ id }: { id: number }) => {
    const got: string[] = []
    setHandler(onMessage, (text) => {
      got.push(text)
    })
    setHandler(status, () => ({ received: got.length }))
    setHandler(replace, {
      validate(list) {
        if (list.length > 5) throw new ApplicationFailure('Five messages are enough.', { type: 'TooMany' })
      },
      handle(list) {
        got.splice(0, got.length, ...list)
        return got.length
      },
    })
    const [user] = await Promise.all([fetchUser(id), sleep(1)])
    milestone('fetched')
    for (const amount of [10, 20, 30]) await charge(amount)
    try {
      await condition(() => got.length >= 3)
    } catch (error) {
      if (isCancellation(error)) await CancellationScope.nonCancellable(() => mail(user.name))
      throw error
    }
    return { user, got }
  },
)

export const breaks = defineWorkflow({ type: 'Breaks' }, async () => {
  await charge(1_000)
})
`

/** A functions folder with workflows that are code. */
export async function codeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-code-'))
  await writeFile(join(folder, 'activities.ts'), activities)
  await writeFile(join(folder, 'workflows.ts'), workflows)
  return folder
}

/** The line of the source at which a body of Messages waits for its messages. */
export const waitingLine = workflows.split('\n').findIndex((line) => line.includes('await condition(')) + 1

/** Saves the file with a change that publishes another version. */
export async function changeCode(folder: string): Promise<void> {
  await writeFile(join(folder, 'workflows.ts'), workflows.replace('[10, 20, 30]', '[10, 20, 30, 40]'))
}
