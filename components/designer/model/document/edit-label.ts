import type { Edit, EditType } from '#core/graph/edit.ts'
import { modelDocumentTexts } from '../../texts/model-document.ts'

const labels: Record<EditType, string> = {
  add_step: modelDocumentTexts.addingStep,
  insert_on_edge: modelDocumentTexts.insertingStep,
  remove_steps: 'removing',
  rename_step: 'renaming',
  set_field: 'editing',
  set_workflow_field: modelDocumentTexts.editingWorkflow,
  move_item: 'reordering',
  change_type: modelDocumentTexts.changingType,
  add_branch: modelDocumentTexts.addingBranch,
  remove_branch: 'removing',
  rename_branch: 'renaming',
  change_branch_type: modelDocumentTexts.changingType,
  connect: 'connecting',
  disconnect: modelDocumentTexts.removingConnection,
  reconnect: modelDocumentTexts.movingConnection,
  set_route_condition: modelDocumentTexts.editingCondition,
  set_route_target: modelDocumentTexts.changingRoute,
  move_route: modelDocumentTexts.reorderingRoutes,
  move: 'moving',
  duplicate_steps: 'duplicating',
  paste_steps: 'pasting',
  set_note: modelDocumentTexts.writingNote,
  write_note: modelDocumentTexts.writingNote,
  group_steps: 'grouping',
  extract_steps: 'moving steps into a sub-workflow',
  set_group: modelDocumentTexts.changingGroup,
  ungroup: 'ungrouping',
  set_text: modelDocumentTexts.editingText,
}

/** The label of an edit after "Undo": `Undo renaming Decline`. */
export function editLabel(edit: Edit): string {
  const label = labels[edit.type]
  switch (edit.type) {
    case 'rename_step':
    case 'change_type':
    case 'set_route_condition':
    case 'set_route_target':
      return `${label} ${edit.type.startsWith('set_route') ? modelDocumentTexts.of(edit.step) : edit.step}`
    case 'set_field':
      return `${label} ${edit.step}`
    case 'remove_steps':
    case 'duplicate_steps':
      return edit.steps.length === 1
        ? `${label} ${edit.steps[0]}`
        : modelDocumentTexts.stepsLabelAndLength(label, edit.steps.length)
    case 'move': {
      const names = Object.keys(edit.positions)
      return names.length === 1 ? `${label} ${names[0]}` : modelDocumentTexts.stepsLabelAndLength(label, names.length)
    }
    default:
      return label
  }
}

/** Edits with the same key in a row, such as the letters typed into one field, are one undo step. */
export function editMergeKey(edit: Edit): string | undefined {
  switch (edit.type) {
    case 'set_field':
      return modelDocumentTexts.field(JSON.stringify([edit.step, ...edit.path]))
    case 'set_workflow_field':
      return modelDocumentTexts.workflow(JSON.stringify(edit.path))
    case 'set_route_condition':
      return modelDocumentTexts.condition(JSON.stringify([edit.step, edit.route]))
    default:
      return undefined
  }
}
