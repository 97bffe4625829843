import { Panel } from '#components/ui/layout/panel.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { workersTexts } from '../texts/workers.ts'

/** The placeholder has the sizes of the verdict and of the four tables that are always there. */
export function WorkersSkeleton() {
  return (
    <div role="status" className="grid gap-4 pb-8">
      <span className="sr-only">{workersTexts.loading}</span>
      <div className="px-4 pt-4 pb-1">
        <Skeleton className="h-10" />
      </div>
      {[workersTexts.queues, workersTexts.engines, workersTexts.workers, workersTexts.agents].map((title) => (
        <Panel key={title} title={title} className="border-y">
          <div className="h-7.25 border-b" />
          <div className="flex h-9.25 items-center gap-24 px-4">
            <Skeleton className="w-36" />
            <Skeleton className="h-5 w-16" />
            <Skeleton className="w-32 max-sm:hidden" />
          </div>
        </Panel>
      ))}
    </div>
  )
}
