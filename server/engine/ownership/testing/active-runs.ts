import type { Definition } from '#core/definition/definition.ts'
import { executable } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import { stepsDecider } from '#core/run/decider/steps-decider.ts'
import { createDescendants } from '../../commit/descendants.ts'
import { newRun } from '../../commit/new-run.ts'
import type { Definitions, RunnableDefinition } from '../../definitions.ts'
import type { Mail } from '../../ports.ts'
import type { RunRegistryWorld } from '../run-registry.ts'
import { takeRun } from '../take-runs.ts'

export const actor = { id: 'ana' }

/** Of the one definition in it. */
export function runnableOf(steps: Definition['steps']): RunnableDefinition {
  const definition: Definition = {
    workflow_type: 'Held',
    saga_enabled: false,
    fail_fast: true,
    timeout_includes_waits: false,
    steps,
  }
  const prepared = executable(definition)
  return { version: 1, hash: 'hash', definition, executable: prepared, decider: stepsDecider(prepared) }
}

/** The first log row of a run of it, as text. */
export function firstRow(runId = 'run', input: Json = {}): string {
  const header = {
    run_id: runId,
    root_run_id: runId,
    workflow: 'Held',
    version: 1,
    hash: 'hash',
    input,
    drive: 'auto',
    saga: false,
    fail_fast: true,
    tags: [],
    priority: 0,
    owner_id: 'local',
    data_region: 'local',
    depth: 0,
    actor,
  } as const
  return newRun(header, { now: 1_000, appendId: 'start', idempotencyKey: null }).events
}

/** A world of one definition for what owns runs. `timers`: what it wants to be called for later. */
export function registryWorld(
  steps: Definition['steps'],
  doing: Pick<RunRegistryWorld, 'commit' | 'release' | 'attempts'> & Partial<Pick<RunRegistryWorld, 'parkRun'>>,
): RunRegistryWorld & { readonly timers: (() => void)[] } {
  const runnable = runnableOf(steps)
  const definitions: Definitions = {
    find: async () => runnable,
    known: () => runnable,
    latest: async () => runnable,
    variables: async () => undefined,
  }
  const timers: (() => void)[] = []
  return {
    timers,
    clock: {
      now: () => 1_000,
      monotonic: () => 0,
      after: (_ms, call) => {
        timers.push(call)
        return () => undefined
      },
    },
    ids: { runId: () => 'task', uuid: () => 'append', random: () => 0 },
    definitions,
    descendants: createDescendants({ countDescendants: () => Promise.resolve(0) }),
    reply: () => Promise.resolve(true),
    parkRun: () => Promise.resolve(),
    isDraining: () => false,
    handBack: () => undefined,
    readResources: async () => ({}),
    askForMail: () => undefined,
    onSent: () => undefined,
    onLogged: () => undefined,
    onDropped: () => undefined,
    log: () => undefined,
    ...doing,
  }
}

/** A run of that definition as it is taken up, just started. */
export async function takenRun(world: RunRegistryWorld, runId: string, input: Json = {}, mail: readonly Mail[] = []) {
  const loaded = { runId, snapshot: null, log: `[${firstRow(runId, input)}]`, mail, mailSeq: 0, handedBack: false }
  const taken = await takeRun(loaded, { engine: { id: 'engine', epoch: 1 }, ...world })
  if (taken?.kind !== 'taken') throw new Error('The run was not taken.')
  return taken.run
}
