import type { NodeOverlay } from '#components/canvas/overlay-store.ts'
import { classNames } from '#components/ui/class-names.ts'

export interface FarNodeProps {
  readonly selected: boolean
  readonly problems: NodeOverlay['problems']
}

/** A node seen from far away: its place, whether it is selected, and whether something is wrong with it. */
export function FarNode({ selected, problems }: FarNodeProps) {
  return (
    <div
      className={classNames(
        'size-full rounded-l border-2 border-line-strong bg-surface',
        problems?.severity === 'warning' && 'border-human bg-human-soft',
        problems?.severity === 'error' && 'border-failed bg-failed-soft',
        selected && 'border-4 border-accent',
      )}
    />
  )
}
