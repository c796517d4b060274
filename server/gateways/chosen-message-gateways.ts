import { type Organisation, organisationNames } from '#contract/places.ts';
import type { Config } from '#server/config/config.ts';
import { createAfricasTalking } from '#server/gateways/africas-talking.ts';
import { createInfobip } from '#server/gateways/infobip.ts';
import {
  isSameSender,
  messageGatewayNames,
  type MessageGateways,
} from '#server/gateways/message-gateway.ts';
import { createTermii } from '#server/gateways/termii.ts';

const makers = {
  termii: createTermii,
  africastalking: createAfricasTalking,
  infobip: createInfobip,
};

/** The text-message gateway of each organisation, as the configuration says. */
export function chooseMessageGateways(config: Config): MessageGateways {
  const all = messageGatewayNames.flatMap((name) => {
    const keys = config.messageKeys[name];
    return keys ? [makers[name](keys)] : [];
  });
  const named = (name: string) => all.find((gateway) => gateway.name === name) ?? null;
  const { messagesOf } = config;
  return {
    named,
    of(organisation) {
      const chosen = messagesOf[organisation as Organisation];
      const gateway = chosen && named(chosen.gateway);
      return gateway ? { gateway, sender: chosen.sender } : null;
    },
    servedAs: (gateway, sender) =>
      organisationNames.filter((name) => {
        const chosen = messagesOf[name];
        return chosen?.gateway === gateway && isSameSender(chosen.sender, sender);
      }),
    mails: config.smtpUrl !== undefined,
    isSetUp: all.length > 0 || config.smtpUrl !== undefined,
  };
}
