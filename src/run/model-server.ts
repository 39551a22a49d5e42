/** The server of the agent's model: while it is down every turn fails, and none of them by itself. */
import { AgentUiError, type AgentUi } from '../agents/contract.ts';

export interface ModelServer {
  /** Rejects with AgentUiError `unreachable` while it is known to be down: asked only then. */
  required(): Promise<void>;
  /** Sends a message. A turn that failed for want of a model is a conversation that was lost. */
  readonly sendMessage: AgentUi['sendMessage'];
}

export function watchModelServer(agent: Pick<AgentUi, 'status' | 'sendMessage'>): ModelServer {
  let isDown = false;
  const look = async (): Promise<void> => {
    isDown = (await agent.status()).model_server_running === false;
  };
  return {
    async required() {
      if (!isDown) return;
      await look();
      if (isDown) throw new AgentUiError('unreachable', 'connect', "the agent's model server is down");
    },
    async sendMessage(input, options) {
      try {
        return await agent.sendMessage(input, options);
      } catch (error) {
        if (!(error instanceof AgentUiError) || error.kind !== 'failed_turn') throw error;
        // An agent that can't even say how it is has failed its turn all the same.
        await look().catch(() => {});
        if (!isDown) throw error;
        const message = `the agent's model server is down. ${error.message}`;
        throw new AgentUiError('unreachable', 'send_message', message, { cause: error });
      }
    },
  };
}
