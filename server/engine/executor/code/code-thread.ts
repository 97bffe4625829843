import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort } from 'node:worker_threads'
import { limits } from '#core/limits.ts'
import { Replay } from '#core/run/code/replay.ts'
import type { Instance } from '#sdk/workflow/instance.ts'
import type { Scope } from '#sdk/workflow/scope.ts'
import { InstanceCache } from './instance-cache.ts'
import type { Delivery, FromThread, Query, RunOfCode, ToThread, WholeHistory } from './messages.ts'
import { placeOf } from './place-of.ts'
import { openRealm, type Realm } from './realm.ts'
import { Realms } from './realms.ts'
import { tuning } from './tuning.ts'

/**
 * The thread in which bodies of workflows run, so that an endless loop stops neither commits nor leases. It answers one
 * message after the other: the realm is shared, and its time is that of one run. Instances stay here after they have
 * blocked; nothing depends on them, because the log gives each of them again.
 */
const port = parentPort
if (port === null) throw new Error('This module runs in a thread of the engine.')

interface RunningBody {
  /** The realm of the instance: the code may have been loaded anew since. */
  readonly realm: Realm
  readonly instance: Instance
  readonly replay: Replay
}

const storage = new AsyncLocalStorage<Scope>()
const realms = new Realms(tuning.realms)
const cache = new InstanceCache<RunningBody>(tuning.instances)
let turn: Promise<void> = Promise.resolve()

port.on('message', (message: ToThread) => {
  turn = turn.then(async () => {
    port.postMessage(await answerTo(message))
  })
})
// A body that nobody awaits may reject: its replay does so, too.
process.on('unhandledRejection', () => undefined)

async function answerTo(message: ToThread): Promise<FromThread> {
  const { id } = message
  try {
    if ('load' in message) {
      realms.add(message.load.hash, await openRealm(message.load))
      return { id, done: true }
    }
    if ('describe' in message) return { id, described: (await openRealm(message.describe)).describe() }
    if ('forget' in message) {
      cache.clear()
      return { id, done: true }
    }
    return 'deliver' in message ? await deliver(id, message.deliver) : await query(id, message.query)
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : { name: 'Error', message: String(error) }
    return { id, error: { code: name, message: text } }
  }
}

async function deliver(id: number, { run, fromSeq, upToSeq, news, history }: Delivery): Promise<FromThread> {
  const kept = cache.take(run.runId)
  if (kept !== undefined && kept.seq === fromSeq && fromSeq > 0) {
    const { value } = kept
    const delivered = await within(value, () => value.replay.deliver({ commands: [], news, seen: 0 }))
    if (delivered.outcome.kind === 'blocked') cache.put(run.runId, upToSeq, value)
    return { id, delivered }
  }
  const realm = realms.find(run.hash)
  if (realm === undefined) return { id, lacks: 'code' }
  if (history === undefined) return { id, lacks: 'instance' }
  const fresh = open(realm, run, history)
  const delivered = await within(fresh, () => fresh.replay.deliver(history))
  if (delivered.outcome.kind === 'blocked') cache.put(run.runId, upToSeq, fresh)
  return { id, delivered }
}

/** A query changes nothing; an instance that was made for it alone is dropped. */
async function query(id: number, { run, name, args, fromSeq, history }: Query): Promise<FromThread> {
  const kept = cache.find(run.runId)
  if (kept?.seq === fromSeq) {
    const { instance } = kept.value
    return { id, answer: await within(kept.value, async () => instance.messages.query(name, args)) }
  }
  const realm = realms.find(run.hash)
  if (realm === undefined) return { id, lacks: 'code' }
  if (history === undefined) return { id, lacks: 'instance' }
  const fresh = open(realm, run, history)
  const { instance, replay } = fresh
  return {
    id,
    answer: await within(fresh, async () => {
      await replay.deliver(history)
      return instance.messages.query(name, args)
    }),
  }
}

function open(realm: Realm, { workflowType, ...start }: RunOfCode, { patches }: WholeHistory): RunningBody {
  const definition = realm.workflow(workflowType)
  if (definition === undefined) throw new Error(`The code has no workflow ${workflowType}.`)
  const { suggestedEvents } = limits.code
  const instance = new realm.host.Instance(definition, { ...start, workflowType, patches, suggestedEvents }, storage)
  return { realm, instance, replay: new Replay(instance, drain, placeOf) }
}

/** Node runs all microtasks that are due before the next tick; a turn of the event loop would cost ten times as much. */
function drain(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

async function within<Result>({ realm, instance }: RunningBody, act: () => Promise<Result>): Promise<Result> {
  realm.host.enter(instance)
  try {
    return await act()
  } finally {
    realm.host.enter(null)
  }
}
