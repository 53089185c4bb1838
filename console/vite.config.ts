/** The build of the console, and its development server with requests to a running service. */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const service = process.env['URL'] ?? 'http://127.0.0.1:4000';

/** The service accepts the session cookie from pages of its own origin only. */
const proxied = {
  target: service,
  changeOrigin: true,
  ws: true,
  headers: { origin: new URL(service).origin },
};

/**
 * What each page needs, in few files: the build would make some twenty, and a browser requests six at a time. Windows, menus and
 * most inputs are with the pages that show them.
 */
const firstLoad = [
  // The entry needs these before the others are there.
  {
    name: 'start',
    test: /first-session|preload-helper|console[\\/]src[\\/](?:pages\.ts|api[\\/]early|shell[\\/](?:basics\.documents|inbox\.documents|inbox-variables))/,
    priority: 2,
  },
  {
    name: 'vendor',
    test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|@urql|urql|wonka|@0no-co)[\\/]/,
    priority: 1,
  },
  {
    name: 'console',
    test: /(?:console[\\/]src[\\/](?:api|shell|session)|client[\\/]src)[\\/](?!sign-in-|member-menu|color-scheme)|console[\\/]src[\\/]components[\\/](?!confirmation|csv|filters|text-lines|windows)|@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Input|InputBase|Textarea|TextInput)[\\/]/,
  },
];

/**
 * Names the files of the console in the page, so that the browser requests them together with the entry and not after it has
 * run.
 */
const preloadMain: Plugin = {
  name: 'preload-main',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const main = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/main.tsx'));
      if (!main) return [];
      const needed = new Set([main]);
      for (const { imports } of needed) {
        for (const name of imports) {
          const imported = byName.get(name);
          if (imported) needed.add(imported);
        }
      }
      const styles = new Set(
        [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
      );
      return [
        ...[...styles].map((name) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` },
        })),
        ...[...needed].map(({ fileName }) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
        })),
      ];
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [react(), preloadMain],
  resolve: { conditions: ['@payments-platform/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2022',
    // These have light-dark(), whose replacement would need a colour scheme that is known at build time.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows files of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstLoad } } },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/graphql': proxied, '/session': proxied, '/2025-10-13': proxied, '/health': proxied },
  },
});
