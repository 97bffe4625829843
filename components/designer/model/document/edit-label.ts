import type { Edit, EditType } from '#core/graph/edit.ts'

const labels: Record<EditType, string> = {
  add_step: 'adding a step',
  insert_on_edge: 'inserting a step',
  remove_steps: 'removing',
  rename_step: 'renaming',
  set_field: 'editing',
  set_workflow_field: 'editing the workflow',
  move_item: 'reordering',
  change_type: 'changing the type',
  connect: 'connecting',
  disconnect: 'removing a connection',
  reconnect: 'moving a connection',
  set_route_condition: 'editing a condition',
  set_route_target: 'changing a route',
  move_route: 'reordering routes',
  move: 'moving',
  duplicate_steps: 'duplicating',
  paste_steps: 'pasting',
  set_note: 'writing a note',
  write_note: 'writing a note',
  group_steps: 'grouping',
  extract_steps: 'moving steps into a sub-workflow',
  set_group: 'changing a group',
  ungroup: 'ungrouping',
  set_text: 'editing the text',
}

/** The label of an edit after "Undo": `Undo renaming Decline`. */
export function editLabel(edit: Edit): string {
  const label = labels[edit.type]
  switch (edit.type) {
    case 'rename_step':
    case 'change_type':
    case 'set_route_condition':
    case 'set_route_target':
      return `${label} ${edit.type.startsWith('set_route') ? `of ${edit.step}` : edit.step}`
    case 'set_field':
      return `${label} ${edit.step}`
    case 'remove_steps':
    case 'duplicate_steps':
      return edit.steps.length === 1 ? `${label} ${edit.steps[0]}` : `${label} ${edit.steps.length} steps`
    case 'move': {
      const names = Object.keys(edit.positions)
      return names.length === 1 ? `${label} ${names[0]}` : `${label} ${names.length} steps`
    }
    default:
      return label
  }
}

/** Edits with the same key in a row, such as the letters typed into one field, are one undo step. */
export function editMergeKey(edit: Edit): string | undefined {
  switch (edit.type) {
    case 'set_field':
      return `field ${JSON.stringify([edit.step, ...edit.path])}`
    case 'set_workflow_field':
      return `workflow ${JSON.stringify(edit.path)}`
    case 'set_route_condition':
      return `condition ${JSON.stringify([edit.step, edit.route])}`
    default:
      return undefined
  }
}
