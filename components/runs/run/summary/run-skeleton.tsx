import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { shortId } from '../../short-id.ts'
import { runSummaryTexts } from '../../texts/run-summary.ts'
import { DockSpace } from '../run-dock.tsx'

/** The panel of the run before it is drawn. */
export function PanelSpace() {
  return (
    <div aria-hidden="true" className="grid content-start gap-4 p-3.5">
      <Skeleton className="w-24" />
      <Skeleton className="h-28 rounded-m" />
      <Skeleton className="w-52" />
      <Skeleton className="w-40" />
    </div>
  )
}

export function RunSkeleton({ runId }: { runId: string }) {
  return (
    <>
      <TopBar
        crumbs={[
          { label: runSummaryTexts.runs, href: '/runs' },
          { label: shortId(runId), mono: true },
        ]}
      />
      <div role="status" className="flex h-11 items-center gap-3 border-b bg-surface px-4">
        <span className="sr-only">{runSummaryTexts.loadingRun}</span>
        <Skeleton className="h-5 w-36" />
        <Skeleton className="w-96 max-md:w-40" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="grid flex-[3_1_0px] place-items-center content-center gap-10 max-md:h-90 max-md:flex-none">
            <Skeleton className="h-14 w-54 rounded-l" />
            <Skeleton className="h-14 w-54 rounded-l" />
            <Skeleton className="h-14 w-54 rounded-l" />
          </div>
          <div className="min-h-0 flex-[2_1_0px] border-t">
            <DockSpace />
          </div>
        </div>
        <div className="w-85 border-l bg-surface max-md:hidden">
          <PanelSpace />
        </div>
      </div>
    </>
  )
}
