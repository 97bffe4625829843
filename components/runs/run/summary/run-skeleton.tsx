import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { shortId } from '../../run-link.tsx'
import { runSummaryTexts } from '../../texts/run-summary.ts'

export function RunSkeleton({ runId }: { runId: string }) {
  return (
    <>
      <TopBar
        crumbs={[
          { label: runSummaryTexts.runs, href: '/runs' },
          { label: shortId(runId), mono: true },
        ]}
      />
      <div role="status" className="flex h-12.5 items-center gap-3 border-b bg-surface px-4">
        <span className="sr-only">{runSummaryTexts.loadingRun}</span>
        <Skeleton className="h-5 w-36" />
        <Skeleton className="w-96 max-md:w-40" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="grid flex-1 place-items-center content-center gap-10">
          <Skeleton className="h-14 w-54 rounded-l" />
          <Skeleton className="h-14 w-54 rounded-l" />
          <Skeleton className="h-14 w-54 rounded-l" />
        </div>
        <div className="grid w-85 content-start gap-4 border-l bg-surface p-4 max-md:hidden">
          <Skeleton className="w-24" />
          <Skeleton />
          <Skeleton className="w-52" />
          <Skeleton className="w-40" />
        </div>
      </div>
    </>
  )
}
