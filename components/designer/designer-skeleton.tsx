import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { closedDockHeight, usePanels } from './model/panels.ts'
import { designerTexts } from './texts/designer.ts'

/** The shape of the page while the draft is on its way. */
export function DesignerSkeleton({ name }: { name: string }) {
  return (
    <>
      <BarSpace name={name} />
      <div role="status" className="flex min-h-0 flex-1">
        <span className="sr-only">{designerTexts.loadingWorkflow}</span>
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="grid min-h-0 flex-1 place-items-center">
            <div className="grid gap-12">
              {['first', 'second', 'third'].map((place) => (
                <Skeleton key={place} className="h-14 w-54 rounded-l" />
              ))}
            </div>
          </div>
          <DockSpace />
        </div>
        <FieldsSpace />
      </div>
    </>
  )
}

/** The shape of the page of a workflow that is code, while its source is on its way. */
export function CodeSkeleton({ name }: { name: string }) {
  return (
    <>
      <BarSpace name={name} />
      <div role="status" className="grid flex-1 content-start bg-surface">
        <span className="sr-only">{designerTexts.loadingWorkflow}</span>
        <div className="flex h-10 items-center gap-4 border-b px-3.5">
          {['a', 'b', 'c'].map((tab) => (
            <Skeleton key={tab} className="h-3 w-16" />
          ))}
        </div>
        <div className="grid gap-2.5 p-4">
          {['w-2/5', 'w-1/3', 'w-1/2', 'w-1/4', 'w-2/5', 'w-1/3'].map((width, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
            <Skeleton key={line} className={`h-3.5 ${width}`} />
          ))}
        </div>
      </div>
    </>
  )
}

/** The placeholder of the top bar; the name is shown at once. */
export function BarSpace({ name }: { name: string }) {
  return <TopBar crumbs={[{ label: designerTexts.workflows, href: '/workflows' }, { label: name }]} />
}

/** The placeholder of the fields, as wide as they will be. */
export function FieldsSpace() {
  const { fieldsWidth } = usePanels()
  return (
    <div
      style={{ width: fieldsWidth }}
      className="grid shrink-0 content-start gap-6 border-l bg-surface p-4 max-lg:hidden"
    >
      <div className="flex items-center gap-2.5">
        <Skeleton className="size-8.5" />
        <div className="grid flex-1 gap-1.5">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      </div>
      {['a', 'b', 'c', 'd'].map((field) => (
        <div key={field} className="grid gap-1.5">
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="h-7.5" />
        </div>
      ))}
    </div>
  )
}

/** The placeholder of the dock, as high as it will be: the height of its tabs where it begins closed. */
export function DockSpace() {
  const { dockHeight, dockOpen } = usePanels()
  return (
    <div className="shrink-0 border-t bg-surface">
      <div style={{ height: dockOpen ? dockHeight : closedDockHeight }} className="short:max-h-8.75">
        <div className="flex h-9 items-center gap-4 px-3.5">
          {['a', 'b', 'c'].map((tab) => (
            <Skeleton key={tab} className="h-3 w-14" />
          ))}
        </div>
      </div>
    </div>
  )
}
