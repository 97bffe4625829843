import { condition, defineSignal, defineWorkflow, proxyActivities, setHandler } from 'heddle/workflow'

export const arrived = defineSignal<[string]>('arrived')
const { book } = proxyActivities<typeof import('./activities.ts')>()

/** A table is booked; the dinner begins when all guests have arrived, or after an hour. */
export default defineWorkflow({ type: 'Dinner' }, async ({ guests }: { guests: number }) => {
  const here: string[] = []
  setHandler(arrived, (name) => {
    here.push(name)
  })
  const { table } = await book(guests)
  const isComplete = await condition(() => here.length >= guests, 3_600_000)
  return { table, here, isComplete }
})
