/** The files of an agent of the project, served without a test run. */
import { serveModules, type ServedModules } from '../../vitest/module-source.ts';
import { findConfig, loadVite } from '../project-settings.ts';

export interface ModuleServer {
  /** Starts Vite with the user's configuration when first asked. Rejects when there is none. */
  serve(): Promise<ServedModules>;
  close(): Promise<void>;
}

export interface ModuleServerOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly config: string | undefined;
  /** The project's folder, absolute. */
  readonly root: string;
}

export function createModuleServer({ cwd, config, root }: ModuleServerOptions): ModuleServer {
  let close = async (): Promise<void> => {};
  return {
    async serve() {
      const vite = await loadVite(cwd);
      if (vite === null) throw new Error(`There is no Vitest in ${cwd}. Install it: npm i -D vitest`);
      const server = await vite.createServer({
        root,
        configFile: config ?? (await findConfig(cwd)) ?? false,
        logLevel: 'silent',
        appType: 'custom',
        server: { middlewareMode: true, watch: null, ws: false },
        optimizeDeps: { noDiscovery: true },
      });
      close = () => server.close();
      return serveModules(server, root, {});
    },
    close: () => close(),
  };
}
