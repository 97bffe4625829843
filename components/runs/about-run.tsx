import type { RunSummary } from '#components/api/models.ts'
import { classNames } from '#components/ui/class-names.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'

/**
 * The values that distinguish a run from others of its workflow: `A-17 · Weaver`, with the names of these values in the
 * title.
 */
export function AboutRun({ about, className }: { about: RunSummary['about']; className?: string }) {
  if (about === null || about.length === 0) return null
  return (
    <span
      title={about.map(({ name, value }) => `${isolateText(name)}: ${isolateText(value)}`).join('\n')}
      className={classNames('min-w-0 flex-1 truncate text-small text-muted', className)}
    >
      {about.map(({ value }) => isolateText(value)).join(' · ')}
    </span>
  )
}
