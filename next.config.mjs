/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Lint and types are checks of their own (`npm run check`); the build only builds.
  typescript: { ignoreBuildErrors: true },
  // Nothing is fetched from outside and no image needs a server: pictures are SVG.
  images: { unoptimized: true },
  devIndicators: false,
}

export default config
