import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { decideCode } from '../code/decide/decide-code.ts'
import type { Asker, Command } from '../command.ts'
import { overridable } from '../decide/override/find-step.ts'
import { whyNotOverride } from '../decide/override/require-entitlement.ts'
import { decide } from '../decide.ts'
import type { RunState } from '../state.ts'

/** Verbs that operators may send to a run; answers to its tasks have a place of their own. */
export const operatorVerbs = [
  'retry',
  'resume',
  'next_step',
  'pause',
  'signal',
  'skip',
  'mark_done',
  'jump',
  'rollback',
  'cancel',
  'acknowledge',
] as const
export type OperatorVerb = (typeof operatorVerbs)[number]

export interface Permission {
  readonly verb: OperatorVerb
  readonly allowed: boolean
  /** Allowed only with `force`: the run rolls back, and would be ended as it stands. */
  readonly force?: true
  /** The reason for a refusal, in a sentence. */
  readonly because?: string
  /** The steps that a verb about one step may name. */
  readonly steps?: readonly string[]
  /** Steps that the verb could name for another actor, with the reason. */
  readonly barred?: readonly BarredStep[]
}

export interface BarredStep {
  readonly step: string
  readonly because: string
}

const noActor = { id: '' }
const attempts: { readonly [Verb in OperatorVerb]: Command } = {
  retry: { type: 'retry', actor: noActor },
  resume: { type: 'resume', actor: noActor },
  next_step: { type: 'next_step', actor: noActor, user_input: null },
  pause: { type: 'pause', actor: noActor },
  signal: { type: 'signal', actor: noActor, signal_name: '', payload: null },
  skip: { type: 'skip', actor: noActor },
  mark_done: { type: 'mark_done', actor: noActor, output: null },
  jump: { type: 'jump', actor: noActor, to_step: 'END' },
  rollback: { type: 'rollback', actor: noActor },
  cancel: { type: 'cancel', actor: noActor },
  acknowledge: { type: 'acknowledge', actor: noActor },
}
const aboutSteps: readonly OperatorVerb[] = ['skip', 'mark_done', 'jump']

/**
 * Each verb, and whether the run would accept it now. `decide` itself is asked, so that there is one source of truth,
 * with its own message for a refusal. `asker`: the actor whose rights count; without one, all rights are assumed.
 */
export function permissions(
  executable: ExecutableDefinition,
  state: RunState,
  asker: Asker = { actor: noActor },
): readonly Permission[] {
  // The decision is discarded: neither ids nor randomness matter.
  const context = { now: state.at, newId: String, random: Number }
  const isCode = state.code !== undefined
  const all = isCode ? [] : overridable(executable, state)
  const barred = all.flatMap((step): readonly BarredStep[] => {
    const because = whyNotOverride(executable, state, step, asker)
    return because === null ? [] : [{ step, because }]
  })
  const steps = all.filter((name) => !barred.some(({ step }) => step === name))
  return operatorVerbs.map((verb) => {
    // Only a person can give an output or a target, so these verbs are judged by the steps that they may name.
    if (aboutSteps.includes(verb)) {
      const [first] = barred
      const others = first === undefined ? {} : { barred }
      if (steps.length > 0) return { verb, allowed: true, steps, ...others }
      if (first !== undefined) return { verb, allowed: false, because: first.because, ...others }
    }
    if (verb === 'acknowledge' && state.acknowledged) return { verb, allowed: false, because: 'It was acknowledged.' }
    const result = (isCode ? decideCode : decide)(executable, state, attempts[verb], context)
    if (result.ok) return { verb, allowed: true }
    // Every live run can be cancelled with `force`.
    if (verb === 'cancel' && state.outcome === null) return { verb, allowed: true, force: true }
    return { verb, allowed: false, because: result.refusal.message }
  })
}
