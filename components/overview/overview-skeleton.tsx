import { Skeleton, SkeletonRows } from '#components/ui/layout/skeleton.tsx'

export function OverviewSkeleton() {
  return (
    <>
      <div className="grid grid-cols-4 gap-px border-b bg-line max-lg:grid-cols-2" aria-hidden="true">
        {['progress', 'people', 'attention', 'completed'].map((name) => (
          <div key={name} className="grid gap-2.5 bg-surface px-4 py-4">
            <Skeleton className="w-24" />
            <Skeleton className="h-7 w-16" />
            <Skeleton className="w-40" />
          </div>
        ))}
      </div>
      <SkeletonRows label="The overview is loading" />
    </>
  )
}
