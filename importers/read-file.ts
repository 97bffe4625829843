import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { convertActions } from './actions/convert-actions.ts'
import { isActions } from './actions/read-actions.ts'
import { convertArgo } from './argo/convert-argo.ts'
import { isArgo } from './argo/read-argo.ts'
import { type ForeignValue, foreignValues } from './foreign-text.ts'
import type { AboutFile, Imported, ImportNote } from './import-note.ts'
import { convertN8n } from './n8n/convert-n8n.ts'
import { isN8n } from './n8n/read-n8n.ts'
import type { systems } from './systems.ts'

/** A file as a text of ours, with the notes of its import. */
export interface ReadFile {
  readonly from: 'heddle' | Foreign['from']
  readonly text: string
  readonly notes: readonly ImportNote[]
}

interface Foreign {
  readonly from: keyof typeof systems
  is(value: unknown): boolean
  convert(value: Json, about: AboutFile): Imported
}

/** Supported other systems, with tests for their files. */
const foreign: readonly Foreign[] = [
  { from: 'n8n', is: isN8n, convert: convertN8n },
  { from: 'actions', is: isActions, convert: convertActions },
  { from: 'argo', is: isArgo, convert: convertArgo },
]

/**
 * Converts a file: each workflow of another system becomes a document of ours. Any other text is returned as it is, and
 * its problems show what is wrong with it. A workflow that cannot be converted is reported with the reason.
 */
export function readFile(text: string, fileName?: string): ReadFile {
  const values = foreignValues(text)
  const parts = values.map((value, index) => ({
    value,
    part: partOf(value, index, values.length),
    system: systemOf(value),
  }))
  const first = parts.find(({ system }) => system !== undefined)?.system
  if (first === undefined) return { from: 'heddle', text, notes: [] }
  const { from } = first
  const converted = parts.map(({ value, part, system }) => convertPart(value, part, system, { fileName, notes: [] }))
  const notes = [...converted.flatMap((one) => (one.ok ? [] : [one.note])), ...notesOfText(values)]
  const at = converted.findIndex(({ ok }) => ok)
  if (at === -1) return { from, text, notes }
  // Notes about the file as a whole go to its first workflow.
  const { value, part, system } = parts[at] as (typeof parts)[number]
  const done = converted.with(at, convertPart(value, part, system, { fileName, notes })).filter((one) => one.ok)
  const said = done.length === 1 ? (done[0] as Done).notes : done.flatMap(notesOfWorkflow)
  const unsaid = notes.filter(({ message }) => !said.some((note) => note.message === message))
  return { from, text: done.map((one) => one.text).join('---\n'), notes: [...unsaid, ...said] }
}

type Done = Extract<Imported, { ok: true }>

function systemOf(value: ForeignValue): Foreign | undefined {
  return value.ok ? foreign.find(({ is }) => is(value.value)) : undefined
}

function convertPart(
  value: ForeignValue,
  part: string,
  system: Foreign | undefined,
  about: AboutFile,
): Done | { readonly ok: false; readonly note: ImportNote } {
  const lost = (message: string) => ({ ok: false, note: { fate: 'lost', part, message } }) as const
  if (!value.ok) return lost(value.message)
  if (system === undefined) return lost('Skipped: it is not a workflow.')
  if (nodesIn(value.value) > limits.definition.steps) {
    return lost(
      `It has more than ${limits.definition.steps} nodes. Split it into several workflows before you import it.`,
    )
  }
  const converted = system.convert(value.value, about)
  return converted.ok ? converted : lost(converted.message)
}

/** Nodes of a workflow of n8n: each becomes a step, and is compared with others. */
function nodesIn(value: Json): number {
  const { nodes } = objectOf(value)
  return isJsonList(nodes) ? nodes.length : 0
}

/** The name of a part of a file, where the file has several. */
function partOf(value: ForeignValue, index: number, count: number): string {
  if (count === 1) return 'The file'
  const { kind, metadata, name } = value.ok && isJsonObject(value.value) ? value.value : ({} as JsonObject)
  const called = name ?? (isJsonObject(metadata) ? metadata.name : undefined)
  const words = [kind, called].filter((word) => typeof word === 'string')
  return [`Document ${index + 1}`, ...(words.length === 0 ? [] : [`(${words.join(' ')})`])].join(' ')
}

function notesOfText(values: readonly ForeignValue[]): readonly ImportNote[] {
  const part = 'The file'
  const has = (key: 'hasAliases' | 'hasComments') => values.some((value) => value.ok && value[key] === true)
  return [
    ...(has('hasAliases') ? [{ part, fate: 'changed', message: 'Its aliases (*) were expanded.' } as const] : []),
    ...(has('hasComments') ? [{ part, fate: 'lost', message: 'Its comments were not imported.' } as const] : []),
  ]
}

/** Two workflows of one file may have steps with equal names. */
function notesOfWorkflow({ name, notes }: Done): readonly ImportNote[] {
  return notes.map((note) => ({ workflow: name, ...note }))
}
