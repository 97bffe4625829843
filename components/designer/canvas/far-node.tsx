import type { NodeOverlay } from '#components/canvas/overlay-store.ts'
import { classNames } from '#components/ui/class-names.ts'

export interface FarNodeProps {
  readonly selected: boolean
  readonly problems: NodeOverlay['problems']
}

/** A node seen from far away, the same size as the card near by: its place, whether it is selected, and whether something is wrong with it. */
export function FarNode({ selected, problems }: FarNodeProps) {
  return (
    <div
      className={classNames(
        'h-14 w-54 rounded-l bg-line-strong',
        problems?.severity === 'warning' && 'bg-human',
        problems?.severity === 'error' && 'bg-failed',
        selected && 'bg-accent',
      )}
    />
  )
}
