import type { Command, Refusal } from '../command.ts'
import type { DecisionResult } from '../decide.ts'
import type { Effect } from '../effect.ts'
import { lineOf } from './line.ts'

/** A run that a test drives by hand, whatever its kind: commands in, lines out. */
export abstract class DrivenRun {
  now = 1_000_000

  /** Commits a decision, or changes nothing. */
  abstract decide(command: Command): DecisionResult
  abstract plan(): readonly Effect[]

  /** The lines of the events that a command makes. */
  send(command: Command): readonly string[] {
    const result = this.decide(command)
    if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`)
    return result.events.map(lineOf)
  }

  /** Why a command is refused. */
  refusal(command: Command): Refusal {
    const result = this.decide(command)
    if (result.ok) throw new Error(`accepted: ${result.events.map(lineOf).join(', ')}`)
    return result.refusal
  }

  own(): readonly string[] {
    return this.send({ type: 'own', engine_id: 'engine', epoch: 1 })
  }

  /** Moves the clock to the next timer of this purpose, and fires it. */
  fire(purpose: Extract<Effect, { kind: 'timer' }>['purpose']): readonly string[] {
    const timer = this.plan().find((effect) => effect.kind === 'timer' && effect.purpose === purpose)
    if (timer?.kind !== 'timer') throw new Error(`no timer for ${purpose}`)
    this.now = Math.max(this.now, timer.dueAt)
    return this.send({ type: 'timer_fired', timer_id: timer.id })
  }
}
