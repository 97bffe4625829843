import { newsOf } from '#core/run/code/history.ts'
import type { CodeRunner } from '#server/engine/ports.ts'
import { forgotten, type PlantedBug, withEvents } from './planted-bug.ts'

type Effect = Parameters<CodeRunner['deliver']>[0]['effect']

/** Changes the news of a delivery on its way to a kept instance. */
function withNews(host: CodeRunner, change: (news: Effect['news']) => Effect['news']): CodeRunner {
  return {
    ...host,
    deliver: (delivery) =>
      host.deliver({ ...delivery, effect: { ...delivery.effect, news: change(delivery.effect.news) } }),
  }
}

/** Bugs of hosts of code, and of what they read. */
export const codeBugs: readonly PlantedBug[] = [
  {
    name: 'log of code read up to its last news',
    store: (store) => ({
      ...store,
      async readEvents(runId) {
        const events = await store.readEvents(runId)
        return events.slice(0, events.findLastIndex((event) => newsOf(event) !== null) + 1)
      },
    }),
  },
  {
    name: 'signals given to code before its other news',
    code: (host) =>
      withNews(host, (news) => news.toSorted((a, b) => Number(b.kind === 'signal') - Number(a.kind === 'signal'))),
  },
  {
    name: 'news that arrives while code runs left out',
    code: (host) => withNews(host, (news) => news.slice(0, 1)),
  },
  {
    name: 'registered compensation only in memory',
    store: (store) =>
      withEvents(store, (event) => (event.type === 'workflow.compensation.registered' ? forgotten(event) : event)),
  },
]
