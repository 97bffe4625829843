import type { NodeOverlay } from '#components/canvas/overlay-store.ts'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'

export interface FarNodeProps {
  /** Written large, to be read from afar; null where there are too many steps for names. */
  readonly name: string | null
  readonly selected: boolean
  readonly problems: NodeOverlay['problems']
}

/** A node seen from far away, the same size as the card near by: its place, whether it is selected, and whether something is wrong with it. */
export function FarNode({ name, selected, problems }: FarNodeProps) {
  const tone = problems?.severity === 'error' ? 'failed' : problems?.severity === 'warning' ? 'human' : null
  return (
    <div
      className={classNames(
        'flex h-14 w-54 items-center rounded-l border-2 px-2',
        tone === null ? 'border-line-strong bg-surface' : [toneClasses[tone], 'border-tone bg-tone-soft'],
        selected && 'outline-6 outline-accent',
      )}
    >
      {name !== null && <span className="w-full truncate text-center text-[25px]/8 font-[550]">{name}</span>}
    </div>
  )
}
