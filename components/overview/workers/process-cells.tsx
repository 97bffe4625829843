import { Chip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { Elapsed } from '#components/ui/text/time.tsx'
import { workersTexts } from '../texts/workers.ts'

/** Cells of the tables of processes. */

export const ProcessName = ({ name, id }: { name: string; id: string }) => (
  <span title={id} className="font-medium wrap-anywhere">
    {name}
  </span>
)

export const Alive = ({ isAlive }: { isAlive: boolean }) => (
  <Chip tone={isAlive ? 'done' : 'failed'} icon>
    {isAlive ? workersTexts.alive : workersTexts.lost}
  </Chip>
)

export const Count = ({ count }: { count: number }) => (
  <span className={count === 0 ? 'text-faint' : ''}>{formatNumber(count)}</span>
)

export function Since({ at, href }: { at: string | null; href?: string }) {
  if (at === null) return <span className="text-faint">–</span>
  if (href === undefined) return <Elapsed from={at} short />
  return (
    <PageLink href={href} className="rounded-s hover:underline">
      <Elapsed from={at} short />
    </PageLink>
  )
}

export const Chips = ({ texts }: { texts: readonly string[] }) =>
  texts.length === 0 ? (
    <span className="text-faint">–</span>
  ) : (
    <span className="flex flex-wrap gap-1">
      {texts.map((text) => (
        <Chip key={text} title={text}>
          <span className="truncate">{text}</span>
        </Chip>
      ))}
    </span>
  )
