export { joinNodes, type Membership, NodesError } from './membership.ts';
export { createNodesService, listOtherHosts, type NodesService } from './nodes.service.ts';
