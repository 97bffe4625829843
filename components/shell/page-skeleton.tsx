import { Skeleton, SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { shellTexts } from './texts/shell.ts'

/** The placeholder while the page's code is loading. */
export function PageSkeleton() {
  return (
    <>
      <div className="flex h-11.5 items-center border-b bg-surface px-3.5">
        <Skeleton className="h-4 w-28" />
      </div>
      <SkeletonRows label={shellTexts.loadingPage} />
    </>
  )
}
