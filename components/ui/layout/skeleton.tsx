import { classNames } from '../class-names.ts'

/** A grey bar in place of loading content. Put `aria-busy` and a hidden sentence on its container. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('h-3 animate-breathe rounded-s bg-hover', className)} />
}

/** Rows of a list that is loading; says so to screen readers. */
export function SkeletonRows({ rows = 8, label }: { rows?: number; label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-9 items-center gap-6 border-b px-4">
          <Skeleton className={row % 3 === 0 ? 'w-40' : 'w-32'} />
          <Skeleton className="h-5 w-24" />
          <Skeleton className={row % 2 === 0 ? 'w-64 max-md:hidden' : 'w-44 max-md:hidden'} />
        </div>
      ))}
    </div>
  )
}
