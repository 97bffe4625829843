import type { Envelope } from '#core/definition/envelope.ts'
import { discoveryName } from '#core/definition/names.ts'
import { enveloped, locked, twoLocks } from './enveloped.ts'
import { undoable } from './saga.ts'
import { ana, ScriptedRun } from './scripted-run.ts'
import { call, definition } from './steps.ts'

/** Runs with an envelope that together go through all that such a run can go through. */
export function envelopedRuns(): readonly ScriptedRun[] {
  const runs: ScriptedRun[] = []
  const add = (run: ScriptedRun, ...acts: readonly ((run: ScriptedRun) => unknown)[]) => {
    for (const act of acts) act(run)
    runs.push(run)
  }
  const verb = (type: 'cancel' | 'pause' | 'resume' | 'retry' | 'acknowledge' | 'rollback') => (run: ScriptedRun) =>
    run.send({ type, actor: ana })
  const awaited: Envelope = { conditions: [{ name: 'go', signal: 'go' }], conditions_timeout_seconds: 5 }
  const failing: Envelope = { conditions: [{ name: 'odd', when: 'now > input.nothing', every_seconds: 1 }] }
  const readsResource: Envelope = { conditions: [{ name: 'free', when: "resources('a:1').free" }] }
  const byFunction: Envelope = { discover: { function: 'f', timeout_seconds: 5 } }
  const limited: Envelope = { ...twoLocks, locks: { wait_timeout_seconds: 5 }, run_timeout_seconds: 5 }
  const pure = call('A', { effects: 'none' })
  const fails = [undoable('A'), call('B', { effects: 'none' })]
  const failB = (run: ScriptedRun) => {
    run.complete('A')
    run.fail('B')
  }
  const undoInVain = (run: ScriptedRun) => run.fail('A', 'Error', false)

  add(new ScriptedRun(definition([pure], { envelope: awaited })), verb('cancel'))
  add(enveloped({ validate: [{ check: 'false' }] }))
  add(enveloped(readsResource), verb('cancel'))
  add(enveloped(awaited), (run) => run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: null }))
  add(enveloped(awaited), verb('cancel'))
  add(enveloped(awaited), (run) => run.fire('conditions_timeout'))
  add(enveloped(failing), ...[1, 2, 3, 4].map(() => (run: ScriptedRun) => run.fire('conditions')))
  add(enveloped(byFunction), verb('cancel'))
  add(enveloped(byFunction), (run) => run.fire('discovery_timeout'))
  add(enveloped(byFunction), (run) => run.fail(discoveryName))
  add(enveloped(twoLocks), verb('cancel'))
  add(enveloped(limited), (run) => run.fire('lock_timeout'))
  add(enveloped(twoLocks), (run) => run.refuse({ code: 'LOCK_ORDER' }))
  add(enveloped(twoLocks), verb('pause'), (run) => run.grant(), verb('cancel'))
  add(
    enveloped(twoLocks),
    verb('pause'),
    (run) => run.grant(),
    (run) => run.send({ type: 'lock_lost', resource: 'device:1', actor: ana, reason: 'stuck' }),
  )
  add(
    enveloped(twoLocks),
    (run) => run.refuse(),
    (run) => run.grant(),
    (run) => run.complete('A'),
    verb('acknowledge'),
  )
  add(
    locked([pure], limited),
    (run) => run.fire('run_timeout'),
    (run) => run.complete('A'),
  )
  add(locked([pure]), (run) => run.fail('A'), verb('retry'))
  add(locked([pure]), (run) => run.fail('A'), verb('acknowledge'))
  add(locked([pure], twoLocks, { fail_fast: false }), (run) => run.fail('A'), verb('retry'))
  add(locked([call('A')]), (run) => run.fail('A'), verb('retry'))
  add(locked([call('A')]), (run) => run.fail('A'), verb('acknowledge'))
  add(
    locked([undoable('A'), call('B')]),
    (run) => run.complete('A'),
    verb('cancel'),
    verb('rollback'),
    (run) => run.complete('A'),
  )
  add(locked(fails), failB, undoInVain, verb('rollback'), (run) => run.complete('A'), verb('acknowledge'))
  // Runs that had left an effect, and are retried: they end before their steps run again.
  const unsafe = (envelope: Envelope) => {
    const run = enveloped(envelope, { steps: [call('A')] })
    if (envelope.discover?.function === undefined) run.grant()
    else run.complete(discoveryName, { resources: [] })
    run.fail('A')
    run.send({ type: 'retry', actor: ana })
    return run
  }
  add(unsafe(byFunction), verb('cancel'))
  add(unsafe(byFunction), (run) => run.fire('discovery_timeout'))
  add(unsafe(byFunction), (run) => run.fail(discoveryName))
  add(unsafe(limited), verb('cancel'))
  add(unsafe(limited), (run) => run.fire('lock_timeout'))
  add(unsafe(twoLocks), (run) => run.refuse({ code: 'LOCK_ORDER' }))
  add(unsafe(twoLocks), verb('pause'), (run) => run.grant(), verb('cancel'))
  add(
    unsafe(twoLocks),
    verb('pause'),
    (run) => run.grant(),
    (run) => run.send({ type: 'lock_lost', resource: 'device:1', actor: ana, reason: 'stuck' }),
  )
  return runs
}
