import { classNames } from '../class-names.ts'

/** A grey bar in place of loading content. Put `aria-busy` and a hidden sentence on its container. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('h-3 animate-breathe rounded-s bg-hover', className)} />
}

export interface SkeletonRowsProps {
  rows?: number
  label: string
  /** The class of a row's height, which is that of the rows that follow. */
  row?: string
  /** The rows that follow have a title and a line below it. */
  hasTwoLines?: boolean
  /** A head of columns follows above the rows. */
  hasHead?: boolean
}

/** A loading list within a frame: as many rows as it shows first, each of the height that it will have. */
export function SkeletonList({
  rows = 3,
  label,
  row = 'h-12',
  hasTwoLines = true,
}: Omit<SkeletonRowsProps, 'hasHead'>) {
  return (
    <div role="status" className="divide-y overflow-hidden rounded-m border bg-surface">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <div key={at} data-skeleton-row className={classNames('flex items-center justify-between gap-6 px-3.5', row)}>
          <div className="grid gap-2">
            <Skeleton className={at % 2 === 0 ? 'w-48' : 'w-36'} />
            {hasTwoLines && <Skeleton className={at % 2 === 0 ? 'w-28' : 'w-40'} />}
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  )
}

/** Rows of a list that is loading, of the height of the rows that follow; says so to screen readers. */
export function SkeletonRows({
  rows = 8,
  label,
  row = 'h-9',
  hasTwoLines = false,
  hasHead = false,
}: SkeletonRowsProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {hasHead && <div className="h-7.75 border-b" />}
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <div key={at} data-skeleton-row className={classNames('flex items-center gap-6 border-b px-4', row)}>
          <div className="grid gap-2">
            <Skeleton className={at % 3 === 0 ? 'w-40' : 'w-32'} />
            {hasTwoLines && <Skeleton className={at % 2 === 0 ? 'h-2.5 w-24' : 'h-2.5 w-36'} />}
          </div>
          <Skeleton className="h-5 w-24" />
          <Skeleton className={at % 2 === 0 ? 'w-64 max-md:hidden' : 'w-44 max-md:hidden'} />
        </div>
      ))}
    </div>
  )
}
