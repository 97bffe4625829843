import { cleanTitle } from '#core/definition/title.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ImportNote } from '../import-note.ts'
import { unsettledNote } from '../not-imported.ts'
import { saysAll } from '../workflow-name.ts'
import type { Outline } from './outline/outline.ts'
import type { N8nWorkflow } from './read-n8n.ts'

/** Administrative keys of n8n, which say nothing about a run. */
const books = [
  'id',
  'versionId',
  'activeVersionId',
  'versionCounter',
  'meta',
  'createdAt',
  'updatedAt',
  'triggerCount',
  'shared',
  'isArchived',
  'parentFolderId',
] as const
/** The keys of the converted workflow, and the notes about the workflow as a whole. */
export function headOf(
  workflow: N8nWorkflow,
  outline: Outline,
): { readonly head: JsonObject; readonly notes: readonly ImportNote[] } {
  const { source } = workflow
  source.settle('name')
  const part = 'The workflow'
  const notes: ImportNote[] = []
  const say = (fate: ImportNote['fate'], message: string) => void notes.push({ part, fate, message })
  const described = source.take('description')
  const name = saysAll(workflow.name) ? [] : [workflow.name]
  const description = [...name, ...(typeof described === 'string' && described !== '' ? [described] : [])].join('\n')
  source.ignore(...books)
  const tags = tagsOf(source)
  if (source.peek('active') === false) source.ignore('active')
  const timeout = settingsOf(workflow, say)
  pinsOf(workflow, outline, notes)
  if (outline.list.nodes.length === 0)
    say('lost', 'It has no node that can become a step. A workflow needs at least one.')
  else {
    say(
      'changed',
      'n8n runs a node once per item and per incoming branch, and not at all without items. Here each step runs once; use a LOOP for steps per item.',
    )
    say(
      'changed',
      'In n8n, an expression with a missing field is empty. Here the step fails, except in comparisons: guard with has(…).',
    )
  }
  return {
    head: { ...(description !== '' && { description }), ...(tags.length > 0 && { tags }), ...timeout },
    notes: [...notes, ...missingNotes(outline)],
  }
}

/** The names of the tags, which a file has as texts or as objects. Tags that a workflow here cannot have stay unsettled. */
function tagsOf(source: N8nWorkflow['source']): readonly string[] {
  const written = source.peek('tags')
  if (!Array.isArray(written)) return []
  const names = written.flatMap((tag: Json, index) => {
    const name = cleanTitle(String(isJsonObject(tag) ? tag.name : tag))
    if (name === '' || name.length > limits.definition.tagCharacters || index >= limits.definition.tags) return []
    source.at('tags').settle(index)
    return [name]
  })
  return [...new Set(names)]
}

function settingsOf({ source }: N8nWorkflow, say: (fate: ImportNote['fate'], message: string) => void): JsonObject {
  const settings = source.at('settings')
  const timeout = settings.peek('executionTimeout')
  const isTimed = typeof timeout === 'number' && timeout > 0
  if (isTimed || timeout === -1) settings.settle('executionTimeout')
  const failure = settings.take('errorWorkflow')
  if (failure !== undefined) {
    say(
      'lost',
      `\`settings.errorWorkflow\` was not converted: n8n starts ${JSON.stringify(failure)} when a run fails. Use HEDDLE_ON_FAILURE to call a URL instead.`,
    )
  }
  const zone = settings.take('timezone')
  if (zone !== undefined) {
    say('changed', `\`settings.timezone\`: schedules keep ${JSON.stringify(zone)}; other times are in UTC here.`)
  }
  const order = settings.take('executionOrder')
  if (order !== undefined) {
    say('changed', '`settings.executionOrder`: branches run in parallel here, not one after another.')
  }
  return isTimed ? { timeout_seconds: timeout } : {}
}

/** Reports pinned data as lost, at the step of its node. */
function pinsOf({ source }: N8nWorkflow, { stepName }: Outline, notes: ImportNote[]): void {
  const pins = source.at('pinData')
  for (const name of Object.keys(isJsonObject(pins.value) ? pins.value : {})) {
    pins.settle(name)
    const step = stepName(name) as string | undefined
    const data = JSON.stringify(pins.peek(name)).slice(0, 1_000)
    const message = `\`pinData\` of ${name} was not imported: \`${data}\`. Pin its output in a test run.`
    notes.push({ part: name, fate: 'lost', message, ...(step !== undefined && { step }) })
  }
}

function missingNotes({ links, unreached }: Outline): readonly ImportNote[] {
  return [
    ...links.missing.map(
      ({ from, to }): ImportNote => ({
        part: from,
        fate: 'lost',
        message: `A connection from ${from} to ${to} was skipped: one of them is not in the file.`,
      }),
    ),
    ...unreached.map(
      ({ name: part }): ImportNote => ({
        part,
        fate: 'lost',
        message: 'Skipped: nothing leads to it, so it never runs.',
      }),
    ),
  ]
}

/** Notes on all remaining keys of the file, once every part has been converted. */
export function restNotes({ source }: N8nWorkflow): readonly ImportNote[] {
  const part = 'The workflow'
  const ignored = source.ignored().map((key) => `\`${key}\``)
  const message = `${ignored.join(', ')} was skipped: only n8n uses it, it does not affect runs.`
  return [
    ...(ignored.length === 0 ? [] : [{ part, fate: 'changed', message } as const]),
    ...unsettledNote(source, { part }),
  ]
}
