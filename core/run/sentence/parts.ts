import type { RunState } from '../state.ts'
import type { OpenStep } from '../step-state.ts'
import type { ActorRef } from '../words.ts'
import { listedWith } from './duration.ts'

/** The target of a link in a sentence. */
export type LinkTarget =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'run'; readonly runId: string }

/** A piece of a sentence: a text, or a link. */
export type SentencePart = string | { readonly text: string; readonly to: LinkTarget }
type Piece = string | SentencePart | readonly SentencePart[]

export const textOf = (part: SentencePart): string => (typeof part === 'string' ? part : part.text)

/** Builds a sentence of texts and links; neighbouring texts are joined. */
export function say(texts: TemplateStringsArray, ...pieces: readonly Piece[]): readonly SentencePart[] {
  const parts: SentencePart[] = []
  const add = (part: SentencePart) => {
    const last = parts.at(-1)
    if (part === '') return
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  for (const [place, text] of texts.entries()) {
    add(text)
    const piece = pieces[place]
    if (Array.isArray(piece)) for (const part of piece as readonly SentencePart[]) add(part)
    else if (piece !== undefined) add(piece as SentencePart)
  }
  return parts
}

export const stepPart = (step: string): SentencePart => ({ text: step, to: { kind: 'step', step } })
export const runPart = (text: string, runId: string): SentencePart => ({ text, to: { kind: 'run', runId } })

/** Steps by name, each as a link. */
export const steps = (names: readonly string[]): readonly SentencePart[] => parts(names.map(stepPart))

export function parts(list: readonly SentencePart[]): readonly SentencePart[] {
  return listedWith<SentencePart>(list).flatMap((part) => say`${part}`)
}

export function by(actor: ActorRef): string {
  return ` by ${nameOf(actor)}`
}

export function nameOf(actor: ActorRef): string {
  return actor.id === 'engine' ? 'the engine' : (actor.name ?? actor.id)
}

export function because(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`
}

export function withFullStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** The open steps of one kind, with their names. */
export function openOf<Kind extends OpenStep['status']>(
  state: RunState,
  status: Kind,
): readonly (Extract<OpenStep, { status: Kind }> & { readonly name: string })[] {
  return state.open.flatMap((name) => {
    const step = state.steps[name] as OpenStep
    return step.status === status ? [{ ...(step as Extract<OpenStep, { status: Kind }>), name }] : []
  })
}
