import { TopBar } from '#components/shell/top-bar.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** The shape of the page while the draft is on its way. */
export function DesignerSkeleton({ name }: { name: string }) {
  return (
    <>
      <TopBar crumbs={[{ label: 'Workflows', href: '/workflows' }, { label: name }]} />
      <div role="status" className="flex min-h-0 flex-1">
        <span className="sr-only">The workflow is loading</span>
        <div className="grid w-50 shrink-0 content-start gap-3 border-r bg-surface p-4 max-lg:hidden">
          {['a', 'b', 'c', 'd', 'e'].map((row) => (
            <Skeleton key={row} className="h-4" />
          ))}
        </div>
        <div className="grid min-w-0 flex-1 place-items-center">
          <div className="grid gap-12">
            {['first', 'second', 'third'].map((place) => (
              <Skeleton key={place} className="h-14 w-54 rounded-l" />
            ))}
          </div>
        </div>
        <div className="w-83 shrink-0 border-l bg-surface max-md:hidden" />
      </div>
    </>
  )
}
