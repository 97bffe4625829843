import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'

/** A fact of a run of code, as its body learns it: each at a place of its own. */
export type BodyFact =
  | { readonly kind: 'started'; readonly at: number }
  /** The end of a command. */
  | { readonly kind: 'ended'; readonly at: number; readonly command: string; readonly end: End }
  | { readonly kind: 'signal'; readonly at: number; readonly value: Json }
  /** The end of the activity of an update, by which its handler adds what the update said. */
  | { readonly kind: 'updated'; readonly at: number; readonly value: Json }

export type End =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** A command of a body as the reference knows it, with the arguments of a call. */
export interface BodyCommand {
  readonly key: string
  readonly args: Json
}

export interface BodyHistory {
  readonly facts: readonly BodyFact[]
  readonly commands: readonly BodyCommand[]
}

/**
 * The facts of a run of code from its history, in the order of the log: without the failures that a retry of the run has
 * taken back. `signal`: the signal that the body handles. `update`: the activity of its updates.
 */
export function bodyFacts(
  history: readonly RunEvent[],
  { signal, update }: { readonly signal: string; readonly update: string },
): BodyHistory {
  const facts: (BodyFact & { readonly step?: string })[] = []
  const commands: BodyCommand[] = []
  const keys = new Map<string, BodyCommand>()
  const asked = (step: string, key: string, args: Json) => {
    if (keys.has(step)) return
    keys.set(step, { key, args })
    commands.push({ key, args })
  }
  const ended = (step: string, at: number, end: End) => {
    const { key, args } = keys.get(step) as BodyCommand
    if (key !== `activity ${update}`) facts.push({ kind: 'ended', at, command: key, end, step })
    else if (end.ok) facts.push({ kind: 'updated', at, value: (args as readonly Json[])[0] ?? null, step })
  }
  for (const event of history) {
    switch (event.type) {
      case 'workflow.run.started':
        facts.push({ kind: 'started', at: event.at })
        break
      case 'workflow.signal.received':
        if (event.payload.signal === signal)
          facts.push({ kind: 'signal', at: event.at, value: firstOf(event.payload.data) })
        break
      case 'workflow.node.started': {
        const { command, with: args = null } = event.payload
        if (command !== undefined) asked(event.step, keyOf(command), args)
        break
      }
      case 'workflow.compensation.registered':
        asked(event.step, keyOf(event.payload.command), event.payload.with as Json)
        break
      case 'workflow.node.completed':
        ended(event.step, event.at, { ok: true, value: event.payload.output })
        break
      case 'workflow.node.failed': {
        const { code, message } = event.payload.error
        ended(event.step, event.at, { ok: false, code, message })
        break
      }
      case 'workflow.run.reopened': {
        const again = new Set(event.payload.steps.map(({ step }) => step))
        const kept = facts.filter((fact) => !(isFailure(fact) && again.has(fact.step ?? '')))
        facts.splice(0, facts.length, ...kept)
      }
    }
  }
  return { facts, commands }
}

function isFailure(fact: BodyFact): boolean {
  return fact.kind === 'ended' && !fact.end.ok
}

/** How the reference names a command: bodies ask for each of these once. */
function keyOf(command: { readonly kind: string; readonly name: string; readonly duration_ms?: number }): string {
  const { kind, name, duration_ms } = command
  return kind === 'timer' ? `timer ${duration_ms}` : `${kind} ${name}`
}

function firstOf(data: Json): Json {
  return Array.isArray(data) ? ((data[0] as Json | undefined) ?? null) : data
}
