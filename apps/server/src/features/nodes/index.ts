export { joinNodes, type Membership, NodesError } from './membership.service.ts';
export { createNodesService, listOtherHosts, type NodesService } from './nodes.service.ts';
