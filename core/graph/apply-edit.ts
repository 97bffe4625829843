import { parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import { type Splice, spliceBetween } from '#core/definition/text/splice.ts'
import { isJsonList, type Json, type JsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import { type Edit, type EditDone, type EditRefusal, type EditResult, refuse } from './edit.ts'
import { addBranch } from './edits/branches/add-branch.ts'
import { branchEdit, changeBranchType, removeBranch, renameBranch } from './edits/branches/change-branches.ts'
import { asWritten } from './edits/draft/as-written.ts'
import type { Draft, Outcome, Outcomes } from './edits/draft/edit-draft.ts'
import { openDraft } from './edits/draft/open-draft.ts'
import { draftWithin, lifted, partOf } from './edits/draft/within-step.ts'
import { connect } from './edits/edges/connect.ts'
import { disconnect } from './edits/edges/disconnect.ts'
import { insertOnEdge } from './edits/edges/insert-on-edge.ts'
import { keepEdges } from './edits/edges/keep-edges.ts'
import { moveRoute } from './edits/edges/move-route.ts'
import { reconnect } from './edits/edges/reconnect.ts'
import { setRouteCondition } from './edits/edges/set-route-condition.ts'
import { setRouteTarget } from './edits/edges/set-route-target.ts'
import { moveItem } from './edits/fields/move-item.ts'
import { setField } from './edits/fields/set-field.ts'
import { setWorkflowField } from './edits/fields/set-workflow-field.ts'
import { groupSteps, setGroup, ungroup } from './edits/layout/groups.ts'
import { move } from './edits/layout/move.ts'
import { withFreeNotes } from './edits/notes/free-notes.ts'
import { withNotes } from './edits/notes/with-notes.ts'
import { writeNote } from './edits/notes/write-note.ts'
import { stepNames } from './edits/raw/raw-step.ts'
import { renameStep } from './edits/rename/rename-step.ts'
import { addStep } from './edits/steps/add-step.ts'
import { changeType } from './edits/steps/change-type.ts'
import { duplicateSteps } from './edits/steps/duplicate-steps.ts'
import { extractSteps } from './edits/steps/extract-steps.ts'
import { pasteSteps } from './edits/steps/paste-steps.ts'
import { removeSteps } from './edits/steps/remove-steps.ts'
import { rewriteBlocks } from './text/blocks/rewrite-blocks.ts'
import { rewrite } from './text/rewrite/rewrite.ts'
import { openSource, type Source } from './text/source.ts'

/**
 * Applies one edit to the text of a draft. The result is the smallest splices that express the edit, or a refusal with
 * a message. Never throws. Edges change only as the edit says: where the order of the text alone would change others,
 * `next` or `dependencies` are written out. `parsed` is for callers that have parsed the text already; a result of
 * `parseIncrementally` is not parsed again.
 */
export function applyEdit(text: string, edit: Edit, parsed: ParseResult = parseIncrementally(text, null)): EditResult {
  if (edit.type === 'set_text') {
    if (isTooLarge(edit.text)) return tooLarge
    return { ok: true, text: edit.text, splices: spliceBetween(text, edit.text), created: [] }
  }
  if (edit.type === 'set_note' || edit.type === 'write_note') return bounded(writeNote(text, edit, parsed))
  const draft = openDraft(text, edit, parsed)
  if (!draft.ok) return draft
  const part = draftWithin(draft, edit)
  const changed = change(part, edit)
  if (!changed.ok) return changed
  const outcome = lifted(part, changed)
  // The bound is checked before the text is written: a text of so many steps may have to be parsed as a whole, which
  // takes seconds.
  if (outcome.created !== undefined && stepNames(outcome.root).size > limits.definition.steps) return tooMany
  if (isDeeper(outcome.root, draft.root, limits.definition.depth)) {
    return refuse('value_invalid', `A definition can be nested up to ${limits.definition.depth} levels deep.`)
  }
  const written = write(part, outcome)
  if (!written.ok) return written
  const { splices, parsed: after } = written
  const plain: EditDone = {
    ...{ ok: true, text: written.text, splices, created: outcome.created ?? [] },
    ...(after === undefined ? {} : { parsed: after }),
  }
  const done = outcome.copied === undefined ? plain : asWritten(text, plain, outcome.copied)
  const noted = withAllNotes(text, done, outcome)
  // A text that was parsed in pieces has had its bounds checked.
  return noted.parsed === undefined ? bounded(noted) : noted
}

function withAllNotes(text: string, done: EditDone, { notes, freeNotes }: Outcome): EditDone {
  const noted = notes === undefined || notes.size === 0 ? done : withNotes(text, done, notes)
  return freeNotes === undefined || freeNotes.size === 0 ? noted : withFreeNotes(text, noted, freeNotes)
}

const tooLarge = refuse('text_too_large', `The YAML would be larger than ${limits.definition.textBytes / 1024} kB.`)

const tooMany = refuse(
  'not_allowed',
  `A workflow can have up to ${limits.definition.steps} steps. Move a part of it into a sub-workflow.`,
)

function bounded(result: EditResult): EditResult {
  return result.ok && isTooLarge(result.text) ? tooLarge : result
}

function isTooLarge(text: string): boolean {
  const { textBytes } = limits.definition
  return text.length > textBytes || new TextEncoder().encode(text).length > textBytes
}

function change(draft: Draft, edit: Exclude<Edit, { type: 'set_text' | 'set_note' | 'write_note' }>): Outcomes {
  return branchEdit(draft, edit) ?? changeSteps(draft, edit)
}

function changeSteps(draft: Draft, edit: Exclude<Edit, { type: 'set_text' | 'set_note' | 'write_note' }>): Outcomes {
  switch (edit.type) {
    case 'add_step':
      return addStep(draft, edit)
    case 'add_branch':
      return addBranch(draft, edit)
    case 'remove_branch':
      return removeBranch(draft, edit)
    case 'rename_branch':
      return renameBranch(draft, edit)
    case 'change_branch_type':
      return changeBranchType(draft, edit)
    case 'insert_on_edge':
      return insertOnEdge(draft, edit)
    case 'remove_steps':
      return removeSteps(draft, edit)
    case 'rename_step':
      return renameStep(draft, edit)
    case 'set_field':
      return setField(draft, edit)
    case 'set_workflow_field':
      return setWorkflowField(draft, edit)
    case 'move_item':
      return moveItem(draft, edit)
    case 'change_type':
      return changeType(draft, edit)
    case 'connect':
      return connect(draft, edit)
    case 'disconnect':
      return disconnect(draft, edit)
    case 'reconnect':
      return reconnect(draft, edit)
    case 'set_route_condition':
      return setRouteCondition(draft, edit)
    case 'set_route_target':
      return setRouteTarget(draft, edit)
    case 'move_route':
      return moveRoute(draft, edit)
    case 'move':
      return move(draft, edit)
    case 'duplicate_steps':
      return duplicateSteps(draft, edit)
    case 'paste_steps':
      return pasteSteps(draft, edit)
    case 'extract_steps':
      return extractSteps(draft, edit)
    case 'group_steps':
      return groupSteps(draft, edit)
    case 'set_group':
      return setGroup(draft, edit)
    case 'ungroup':
      return ungroup(draft, edit)
  }
}

/** Parts of the old value had their depth checked before. */
function isDeeper(value: Json, before: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value === before) return false
  if (levels === 0) return true
  if (isJsonList(value)) {
    const old = isJsonList(before) ? before : []
    // An inserted item shifts the ones behind it.
    const known = new Set(old)
    return value.some((item, index) => !known.has(item) && isDeeper(item, old[index], levels - 1))
  }
  const known = (typeof before === 'object' && before !== null ? before : {}) as Readonly<Record<string, Json>>
  return Object.entries(value).some(([key, item]) => isDeeper(item, known[key], levels - 1))
}

interface Written {
  readonly ok: true
  readonly text: string
  readonly splices: readonly Splice[]
  readonly parsed?: ParseResult
}

/**
 * Writes the result of an edit, and writes it again with explicit edges where the text would mean other edges than
 * wanted.
 */
function write(draft: Draft, outcome: Outcome): Written | EditRefusal {
  const written = writeRoot(draft, outcome.root)
  if (!written.ok || outcome.wanted === undefined) return written
  const { definition } = written.parsed ?? parseIncrementally(written.text, draft.parsed)
  if (definition === null) return tooLarge
  const kept = keepEdges(draft, outcome, outcome.wanted, partOf(draft, definition))
  if (!kept.ok) return kept
  return kept.root === outcome.root ? written : writeRoot(draft, kept.root)
}

function writeRoot({ parsed, text }: Draft, root: JsonObject): Written | EditRefusal {
  const inPieces = rewriteBlocks(parsed, root)
  if (inPieces !== null) return { ok: true, ...inPieces }
  // The text of an open draft can be opened.
  const written = rewrite(openSource(text) as Source, root)
  return written.ok ? { ok: true, text: written.source.text, splices: written.splices } : written
}
