import type { StepGroup } from '#core/definition/definition.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'
import { pinPositions } from './step-positions.ts'

/** Puts a frame around the selected steps; its title is ready to be typed over. */
export function groupSelection(session: Session): void {
  const steps = [...session.selection.store.getState().steps]
  const before = new Set(session.document.store.getState().parsed.groups.map(({ id }) => id))
  if (!session.perform([...pinPositions(session), { type: 'group_steps', steps }], { label: 'grouping' })) return
  const made = session.document.store.getState().parsed.groups.find(({ id }) => !before.has(id))
  if (made !== undefined) nameGroup(session, made)
}

/** Edits the group's name: in the outline if the focus is there or the folded group has no title on the canvas. */
function nameGroup(session: Session, { id, collapsed }: StepGroup): void {
  const isInOutline = document.activeElement?.closest('[data-outline]') != null
  if (collapsed) session.view.openDock('outline')
  session.groups.rename(id, collapsed || isInOutline ? 'outline' : 'canvas')
}

/** The title of the group is ready to be typed over. */
export function renameGroup(session: Session): void {
  const [group] = groupsOfSelection(session)
  if (group !== undefined) nameGroup(session, group)
}

/** The groups of the selected steps; without a selected step, the group that the keyboard is on. */
export function groupsOfSelection(session: Session): readonly StepGroup[] {
  const { steps } = session.selection.store.getState()
  const { groups } = session.document.store.getState().parsed
  const { current } = session.annotations.store.getState()
  if (steps.size === 0) return groups.filter(({ id }) => id === current?.id)
  return groups.filter((group) => group.steps.some((step) => steps.has(step)))
}

export function ungroupSelection(session: Session): void {
  session.perform(
    groupsOfSelection(session).map(({ id }) => ({ type: 'ungroup', group: id })),
    { label: 'ungrouping' },
  )
}

/** Draws a group as one node, or its steps again; stored in the text, so that every user sees the same. */
export function foldGroup(session: Session, group: string, collapsed: boolean): void {
  const label = collapsed ? commandsTexts.collapsingGroup : commandsTexts.expandingGroup
  if (!session.perform([...pinPositions(session), { type: 'set_group', group, collapsed }], { label })) return
  const steps = session.document.store.getState().parsed.groups.find(({ id }) => id === group)?.steps ?? []
  session.selection.selectSteps(steps)
}

/** Folds the groups of the selected steps; unfolds them when all are folded. */
export function toggleGroups(session: Session): void {
  const groups = groupsOfSelection(session)
  const collapsed = groups.some((group) => !group.collapsed)
  session.perform(
    [...pinPositions(session), ...groups.map(({ id }) => ({ type: 'set_group' as const, group: id, collapsed }))],
    { label: collapsed ? commandsTexts.collapsingGroup : commandsTexts.expandingGroup },
  )
}
