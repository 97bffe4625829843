import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { designerTexts } from './texts/designer.ts'
import { usualDockHeight } from './views/dock/dock-height.ts'

/** The shape of the page while the draft is on its way. */
export function DesignerSkeleton({ name }: { name: string }) {
  return (
    <>
      <BarSpace name={name} />
      <div role="status" className="flex min-h-0 flex-1">
        <span className="sr-only">{designerTexts.loadingWorkflow}</span>
        <PaletteSpace />
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

/** The placeholder of the top bar; the name is shown at once. */
export function BarSpace({ name }: { name: string }) {
  return <TopBar crumbs={[{ label: designerTexts.workflows, href: '/workflows' }, { label: name }]} />
}

/** The placeholder of the palette. */
export function PaletteSpace() {
  return (
    <div className="grid w-50 shrink-0 content-start gap-3 border-r bg-surface p-4 max-lg:hidden">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-4" />
      ))}
    </div>
  )
}

/** The placeholder of the fields. */
export function FieldsSpace() {
  return <div className="w-72 shrink-0 border-l bg-surface max-md:hidden lg:w-83" />
}

/** The placeholder of the dock; only the height of its tabs where the dock begins closed. */
export function DockSpace() {
  return (
    <div className="shrink-0 border-t bg-surface">
      <div style={{ height: usualDockHeight }} className="short:max-h-8.75" />
    </div>
  )
}
