import { cleanText } from '../clean-text.ts'
import { templateParts } from '../expression/template/template-parts.ts'
import type { Step } from './definition.ts'
import { escapeInvisible } from './escape-invisible.ts'
import { allSteps } from './inner-lists.ts'
import { readableName } from './readable-name.ts'

/** A piece of a title: text, or a value that a run inserts (`{{ }}` in the title of a HUMAN step). */
export interface TitlePart {
  readonly kind: 'text' | 'value'
  readonly text: string
}

const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
/** Invisible characters, except the joiners of emoji and of Indic and Persian words. */
const invisible = /[\u115F\u1160\u3164\uFFA0]|(?![\u200C\u200D])\p{Cf}/gu
/** The flag of a region, such as Scotland, ends in tag characters, which are invisible elsewhere. */
const regionFlag = /\u{1F3F4}[\u{E0020}-\u{E007F}]+/gu

/** A title on one line: without control and invisible characters, and with single spaces. */
export function cleanTitle(text: string): string {
  const flags = text.match(regionFlag) ?? []
  const rest = text.split(regionFlag).map((part) => cleanText(part).replace(breaks, ' ').replace(invisible, ''))
  return rest
    .map((part, index) => part + (flags[index] ?? ''))
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/**
 * The name of a step for people, safe to display: its title, or its id made readable. An inserted value is in braces:
 * `Loan of {amount}`.
 */
export function stepTitle(step: Titled): string {
  return titleParts(step)
    .map(({ kind, text }) => (kind === 'value' ? `{${text}}` : text))
    .join('')
}

/** The title of a step in parts. An inserted value is named by the last field of its expression. */
export function titleParts({ type, name, title }: Titled): readonly TitlePart[] {
  const written = title === undefined ? '' : cleanTitle(title)
  if (written === '') return [{ kind: 'text', text: escapeInvisible(readableName(name)) }]
  if (type !== 'HUMAN') return [{ kind: 'text', text: written }]
  return templateParts(written).map((part): TitlePart => {
    if (part.kind === 'expression') return { kind: 'value', text: valueWord(part.source) }
    return { kind: 'text', text: part.kind === 'text' ? part.text : written.slice(part.offset) }
  })
}

type Titled = Pick<Step, 'type' | 'name' | 'title'>

const path = /^[\w.]+$/

function valueWord(source: string): string {
  const trimmed = source.trim()
  return (path.test(trimmed) ? trimmed.split('.').at(-1) : undefined) || trimmed
}

/** The name of a workflow for people, safe to display: its title, or its id, by which programs start it. */
export function workflowTitle({
  title,
  workflow_type: name,
}: {
  readonly title?: string | null | undefined
  readonly workflow_type: string
}): string {
  return title === undefined || title === null ? escapeInvisible(name) : title
}

/** The title that the text of a workflow needs beside its id: none where they are the same. */
export function workflowTitleBeside(id: string, title: string): string | undefined {
  const clean = cleanTitle(title)
  return clean === '' || clean === id ? undefined : clean
}

/** The title that the text needs beside an id: none where the readable id says the same. */
export function titleBeside(id: string, title: string): string | undefined {
  const clean = cleanTitle(title)
  return clean === '' || clean === id || clean === readableName(id) ? undefined : clean
}

/** The titles of all steps of a definition, of loops and rules as well, by id. */
export function stepTitles(steps: readonly Step[]): ReadonlyMap<string, string> {
  const known = titlesOf.get(steps)
  if (known !== undefined) return known
  const titles = new Map(allSteps(steps).map((step) => [step.name, stepTitle(step)]))
  titlesOf.set(steps, titles)
  return titles
}
const titlesOf = new WeakMap<readonly Step[], ReadonlyMap<string, string>>()

/** The title of the step with an id, where only the id is at hand. */
export function titleOfId(steps: readonly Step[] | undefined, id: string): string {
  return (steps && stepTitles(steps).get(id)) ?? escapeInvisible(readableName(id))
}
