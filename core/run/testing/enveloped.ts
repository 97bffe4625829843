import type { Definition, Step } from '#core/definition/definition.ts'
import type { Envelope } from '#core/definition/envelope.ts'
import type { RunHeader } from '../state.ts'
import { ScriptedRun } from './scripted-run.ts'
import { call, definition } from './steps.ts'

interface Enveloped {
  readonly steps?: readonly Step[]
  readonly input?: RunHeader['input']
  readonly more?: Partial<Definition>
}

/** A run with an envelope that an engine has taken; it has passed what it can by itself. */
export function enveloped(envelope: Envelope, { steps = [call('A')], input = {}, more }: Enveloped = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, { envelope, ...more }), { input })
  run.own()
  return run
}

/** Two resources that the run locks exclusively. */
export const twoLocks: Envelope = { discover: { resources: ["['device:2', 'device:1']"] }, locks: {} }

/** A run that has its locks, and has started its steps. */
export function locked(
  steps: readonly Step[],
  envelope: Envelope = twoLocks,
  more: Partial<Definition> = {},
): ScriptedRun {
  const run = enveloped(envelope, { steps, more })
  run.grant()
  return run
}
